/**
 * The research providers of a simulated world, one for all parts: a part has the same answer whoever asks, and may take
 * some attempts.
 */
import type { PartResearcher } from '../../core/sourcing/research/part-researcher.ts';
import type { SimulatedWorld } from './simulated-world.ts';

export function simulatedResearcher(world: SimulatedWorld): PartResearcher {
  return {
    async research({ manufacturer, partNumber }) {
      const { chance } = world;
      await world.wait(chance.pick([200, 1_500, 9_000, 25_000]));
      const draw = chance.integer(0, 99);
      if (draw < 12) return { kind: 'unavailable', detail: 'simulated' };
      if (draw < 18) return { kind: 'used_up', detail: 'simulated', retryAfterSeconds: chance.integer(20, 3_000) };
      if (/[02468]$/.test(partNumber)) return { kind: 'not_found' };
      const title = `${manufacturer} ${partNumber} simulated part`;
      const record = { manufacturer, mpn: partNumber, title, description: 'A part.', confidence: 80 };
      return { kind: 'found', record };
    },
  };
}
