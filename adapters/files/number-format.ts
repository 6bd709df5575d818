/**
 * Shows a stored number as a number format of a workbook does, as far as part numbers need it: zeros in front, signs
 * between the digits, a fixed count of decimals, and dates of digits. Other formats (currencies, percentages, colors)
 * say nothing about a number's digits.
 */

/** A literal in a format: `\\-`, `"A-"`, or a sign that stands for itself. */
const TOKEN = /\\(.)|"([^"]*)"|(0|#)|([-/ ():])|(.)/gsu;
const DATE_TOKEN = /\\(.)|"([^"]*)"|(yyyy|yy|mm|m|dd|d)|([-/ .,])|(.)/gisu;
const DECIMALS = /^0\.(0{1,10})$/;

/** Returns undefined for a format that is not one of digits, or a number that it does not fit. */
export function showNumber(stored: string, code: string): string | undefined {
  const value = Number(stored);
  if (!Number.isFinite(value) || value < 0) return undefined;
  const decimals = DECIMALS.exec(code)?.[1];
  if (decimals !== undefined) return value.toFixed(decimals.length);
  if (!Number.isSafeInteger(value)) return undefined;
  const tokens = [...code.matchAll(TOKEN)];
  if (tokens.some(([, , , , , other]) => other !== undefined)) return undefined;
  const places = tokens.filter(([, , , place]) => place !== undefined).length;
  if (places === 0 || !code.includes('0')) return undefined;
  return fillPlaces(tokens, String(value), places);
}

/** Fills the places from the right; digits that are left over stand before the first. */
function fillPlaces(tokens: readonly RegExpExecArray[], digits: string, places: number): string {
  let at = digits.length - places;
  let text = '';
  let isFirst = true;
  for (const [, escaped, quoted, place, sign] of tokens) {
    if (place === undefined) {
      text += escaped ?? quoted ?? sign ?? '';
      continue;
    }
    if (isFirst && at > 0) text += digits.slice(0, at);
    isFirst = false;
    text += digits[at] ?? (place === '0' ? '0' : '');
    at += 1;
  }
  return text;
}

/** Returns undefined for a format with other parts than day, month and year in digits. @param day in UTC */
export function showDate(day: Date, code: string): string | undefined {
  // `[$-407]` names a language, `;@` is the format of texts.
  const bare = code.replace(/^\[\$-[0-9A-Fa-f]+\]/, '').replace(/;@$/, '');
  const tokens = [...bare.matchAll(DATE_TOKEN)];
  if (tokens.some(([, , , , , other]) => other !== undefined) || /m{3}|d{3}/i.test(bare)) return undefined;
  const year = String(day.getUTCFullYear()).padStart(4, '0');
  const parts: Readonly<Record<string, string>> = {
    yyyy: year,
    yy: year.slice(2),
    m: String(day.getUTCMonth() + 1),
    d: String(day.getUTCDate()),
  };
  return tokens
    .map(([, escaped, quoted, part, sign]) => {
      if (part === undefined) return escaped ?? quoted ?? sign ?? '';
      const name = part.toLowerCase();
      return parts[name] ?? (parts[name.charAt(0)] ?? '').padStart(2, '0');
    })
    .join('');
}
