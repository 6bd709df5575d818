import { describe, expect, test } from 'vitest';
import {
  MAX_UPLOAD_BYTES,
  missingParts,
  newUploadId,
  PART_BYTES,
  partBytes,
  partCount,
  uploadIdSchema,
} from '../../../../core/catalogs/uploads/upload.ts';

describe('the parts of an upload', () => {
  test.each([1, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 3 * PART_BYTES, MAX_UPLOAD_BYTES])(
    'add up to its announced size: %i bytes',
    (bytes) => {
      const sizes = Array.from({ length: partCount({ bytes }) }, (_, index) => partBytes({ bytes }, index + 1) ?? 0);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(bytes);
      expect(Math.min(...sizes)).toBeGreaterThan(0);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(PART_BYTES);
    },
  );

  test.each([0, -1, 1.5, 3, Number.NaN])(
    'are counted from 1 to the last, in whole numbers: there is no part %d',
    (part) => {
      expect(partBytes({ bytes: PART_BYTES + 1 }, part)).toBeUndefined();
    },
  );

  test('are missing until they are received, in any order', () => {
    const bytes = 3 * PART_BYTES;
    expect(missingParts({ bytes, received: [3] })).toEqual([1, 2]);
    expect(missingParts({ bytes, received: [3, 1, 2] })).toEqual([]);
  });
});

test('the id of an upload sorts by the time of its creation', () => {
  const [earlier, later] = [newUploadId(Date.UTC(2026, 0)), newUploadId(Date.UTC(2059, 0))];
  expect(earlier < later).toBe(true);
  expect(uploadIdSchema.safeParse(earlier).success && uploadIdSchema.safeParse(later).success).toBe(true);
});
