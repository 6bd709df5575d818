/** Queries for the demo's other goods (fasteners, tools, valves, lights), with patterns as in accepted.ts, over the items of local/demo. */
import type { RelevanceQuery } from './accepted.ts';

const SCREW = /machine screw/i;
const PUMP = /centrifugal pump/i;
const VALVE = /ball valve/i;
const BEARING = /ball bearing/i;
const SCREWDRIVER = /torque screwdriver/i;
const BREAKER = /circuit breaker/i;
const CAPACITOR = /ceramic capacitor/i;
const PANEL = /panel light/i;
const CONTROLLER = /temperature controller/i;
const GLOVE = /\bglove/i;
/** Matches a value that is not part of another value. */
const value = (text: string) => new RegExp(String.raw`(?<![\w./-])${text}(?![\w./-])`, 'i');

export const DEMO_QUERIES: Readonly<Record<string, readonly RelevanceQuery[]>> = {
  'what a thing is': [
    { query: 'machine screw', accept: [SCREW] },
    { query: 'ball valves', accept: [VALVE] },
    { query: 'deep groove ball bearing', accept: [BEARING] },
    { query: 'torque screwdriver', accept: [SCREWDRIVER] },
    { query: 'cut resistant work gloves', accept: [GLOVE] },
    { query: 'LED ceiling luminaire', accept: [PANEL] },
    { query: 'PID thermostat', accept: [CONTROLLER] },
    { query: 'water circulation pump', accept: [PUMP] },
    { query: 'din rail breaker', accept: [BREAKER] },
    { query: 'MLCC for decoupling', accept: [CAPACITOR] },
  ],
  'values and words': [
    { query: 'M5 machine screw', accept: [SCREW, value('M5')] },
    { query: 'M4 stainless steel screw', accept: [SCREW, value('M4'), /stainless/i] },
    { query: '1/4-20 UNC screw', accept: [SCREW, /1\/4-20 UNC/] },
    { query: 'brass ball valve DN 25', accept: [VALVE, value('brass'), value('DN 25')] },
    { query: '100 nF X7R capacitor', accept: [CAPACITOR, value('100 nF'), /X7R/] },
    { query: '4.7uF 0805', accept: [CAPACITOR, value('4.7 µF'), value('0805')] },
    { query: 'bearing 25 mm bore 2RS', accept: [BEARING, value('25 mm'), value('2RS')] },
    { query: 'breaker 16 A curve C', accept: [BREAKER, value('16 A'), value('C')] },
    { query: 'IP65 LED panel 4000 K', accept: [PANEL, /IP65/, value('4000 K')] },
    { query: 'nitrile foam glove size 9', accept: [GLOVE, /nitrile foam/, value('9')] },
    { query: 'temperature controller with Modbus', accept: [CONTROLLER, /Modbus/] },
    { query: '24 V DC pump', accept: [PUMP, /24 V DC/] },
    { query: 'Pozidriv screws, zinc plated', accept: [SCREW, /Pozidriv/, /zinc plated/] },
  ],
  'manufacturers and numbers': [
    { query: 'Lavenne ball valve', accept: [VALVE, /Lavenne/] },
    { query: 'Tarnvik screwdriver', accept: [SCREWDRIVER, /Tarnvik/] },
    { query: 'Quellmar pump FKM', accept: [PUMP, /Quellmar/, value('FKM')] },
    { query: 'TWIN-900', accept: [/TWIN-900/] },
    { query: 'MCB1356', accept: [/MCB1356/] },
    { query: 'LP-1428 panel', accept: [/LP-1428/] },
  ],
  'slips and one word for two': [
    { query: 'screwdrivr', accept: [SCREWDRIVER] },
    { query: 'capactior 1 nF', accept: [CAPACITOR, value('1 nF')] },
    { query: 'centrifgual pump', accept: [PUMP] },
    { query: 'thermocuple controller', accept: [CONTROLLER, /thermocouple/i] },
    { query: 'ballbearing', accept: [BEARING] },
    { query: 'lumminaire IP44', accept: [PANEL, /IP44/] },
    { query: 'shut off valve', accept: [VALVE] },
  ],
  bounds: [
    { query: 'circuit breaker of at least 20 A', accept: [BREAKER, value('(?:20|32|63) A')] },
    { query: 'LED panel over 30 W', accept: [PANEL, /\b(?:36|48) W\b/] },
    { query: 'ceramic capacitor 50V or more', accept: [CAPACITOR, /\b(?:50|100) V\b/] },
    { query: 'machine screw up to 16 mm', accept: [SCREW, /\b1[06] mm\b/] },
  ],
};
