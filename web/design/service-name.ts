/**
 * The name of the service on every page: the stage's (lib/settings/stage-settings.ts), which a page's outermost
 * component provides.
 */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

export const ServiceName = createContext('');

export function useServiceName(): string {
  return useContext(ServiceName);
}
