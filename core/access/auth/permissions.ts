/**
 * The four permissions that people choose from (docs/reference/behavior.md#authentication), with their scopes and
 * labels.
 */
import type { Scope } from '../../billing/accounts/scopes.ts';

export const PERMISSIONS = {
  look_up: ['items:read', 'items:search'],
  catalogs: ['catalogs:read'],
  usage: ['usage:read'],
  enrich: ['enrich:write'],
} as const satisfies Record<string, readonly Scope[]>;
export type Permission = keyof typeof PERMISSIONS;

export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as [Permission, ...Permission[]];

export const PERMISSION_LABELS: Readonly<Record<Permission, string>> = {
  look_up: 'Look up items',
  catalogs: 'Read your catalogs',
  usage: 'See usage',
  enrich: 'Spend on enrichment',
};

/** Returns the permissions that include at least one of the scopes. */
export function permissionsOf(scopes: readonly Scope[]): readonly Permission[] {
  return PERMISSION_NAMES.filter((permission) => PERMISSIONS[permission].some((scope) => scopes.includes(scope)));
}
