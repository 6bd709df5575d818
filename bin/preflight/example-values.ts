/**
 * Finds the values of a stage's row that are still examples: reserved names that cannot be registered (RFC 2606), and
 * AWS's example account.
 */
import type { StageSettings } from '../../lib/settings/stage-settings.ts';

const EXAMPLE_NAME = /(?:^|[@/.])example(?:\.(?:com|net|org))?(?=[:/>]|$)|:123456789012:/i;

export function isExample(text: string): boolean {
  return EXAMPLE_NAME.test(text);
}

/** Returns their names in the row, such as `alarms.email`; URLs derived from the base URL count as `baseUrl`. */
export function exampleValues(settings: StageSettings): readonly string[] {
  const { baseUrl, ...rest } = settings;
  const others = namedTexts(rest).filter(([, text]) => text !== baseUrl && !text.startsWith(`${baseUrl}/`));
  const all: readonly (readonly [string, string])[] = [['baseUrl', baseUrl], ...others];
  return [...new Set(all.filter(([, text]) => isExample(text)).map(([name]) => name))];
}

/** Returns every text with its path of names; array positions are omitted. */
function namedTexts(value: unknown, name = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[name, value]];
  if (Array.isArray(value)) return value.flatMap((each) => namedTexts(each, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => namedTexts(each, name === '' ? key : `${name}.${key}`));
}
