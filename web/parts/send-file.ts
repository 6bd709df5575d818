/** Sends a file in the parts that its upload announced, and skips parts that have already arrived. */
import type { UploadData } from '../../core/dashboard/views/upload-data.ts';
import { ApiError, sendOctets } from './api.ts';

/** The delays between attempts if the service cannot be reached. */
const WAITS_MS = [1_000, 4_000, 10_000];

/** @throws {ApiError} if a part is refused, or the service remains unreachable */
export async function sendFile(
  { id, received_parts }: Pick<UploadData, 'id' | 'received_parts'>,
  file: File,
  partBytes: number,
  onSent: (bytes: number) => void,
): Promise<void> {
  const there = new Set(received_parts);
  for (let part = 1; (part - 1) * partBytes < file.size; part += 1) {
    const end = Math.min(file.size, part * partBytes);
    if (!there.has(part)) await sendPart(id, part, file.slice((part - 1) * partBytes, end));
    onSent(end);
  }
}

async function sendPart(uploadId: string, part: number, bytes: Blob): Promise<void> {
  for (const wait of [...WAITS_MS, undefined]) {
    try {
      await sendOctets('/uploads/part', { upload_id: uploadId, part: String(part) }, bytes);
      return;
    } catch (error) {
      const mayPass = error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
      if (!mayPass || wait === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
