/** The keys of an upload's objects: ids and numbers of ours, never a name that somebody gave. */
import type { UploadKey } from '../../core/uploads/upload.ts';

export function partKey({ accountId, uploadId }: UploadKey, part: number): string {
  return `${accountId}/${uploadId}/part-${padded(part)}`;
}

/** Says which writing of the prepared form counts, and how long it is. */
export function preparedKey({ accountId, uploadId }: UploadKey): string {
  return `${accountId}/${uploadId}/prepared.json`;
}

export function preparedPieceKey({ accountId, uploadId }: UploadKey, writing: string, piece: number): string {
  return `${accountId}/${uploadId}/prepared-${writing}/${padded(piece)}`;
}

function padded(number: number): string {
  return String(number).padStart(6, '0');
}
