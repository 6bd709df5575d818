/** The keys of an upload's objects: ids and numbers of the service, never a name that a person chose. */
import type { UploadKey } from '../../core/catalogs/uploads/upload.ts';

export function partKey({ accountId, uploadId }: UploadKey, part: number): string {
  return `${accountId}/${uploadId}/part-${padded(part)}`;
}

/** Says which version of the prepared form counts, and its length. */
export function preparedKey({ accountId, uploadId }: UploadKey): string {
  return `${accountId}/${uploadId}/prepared.json`;
}

export function preparedPieceKey({ accountId, uploadId }: UploadKey, writing: string, piece: number): string {
  return `${accountId}/${uploadId}/prepared-${writing}/${padded(piece)}`;
}

function padded(number: number): string {
  return String(number).padStart(6, '0');
}
