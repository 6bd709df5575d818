/**
 * The texts with which a deployer proves to a directory that the host is theirs; each directory says where it reads
 * them.
 */
import { orNone, publicLine } from '../../parse-environment.ts';

export interface DomainProofs {
  readonly openai?: string | undefined;
  readonly registry?: string | undefined;
}

/** developers.openai.com/apps-sdk/deploy/submission */
export const OPENAI_CHALLENGE_PATH = '/.well-known/openai-apps-challenge';
/** modelcontextprotocol.io/registry/authentication */
export const REGISTRY_PROOF_PATH = '/.well-known/mcp-registry-auth';

export const proofVariables = { OPENAI_CHALLENGE: orNone(publicLine), REGISTRY_PROOF: orNone(publicLine) };

/** Returns the proofs that the stage has, by path. */
export function domainProofs({ openai, registry }: DomainProofs = {}): ReadonlyMap<string, string> {
  const all = [
    [OPENAI_CHALLENGE_PATH, openai],
    [REGISTRY_PROOF_PATH, registry],
  ] as const;
  return new Map(all.flatMap(([path, proof]) => (proof === undefined ? [] : [[path, proof] as const])));
}
