import { describe, expect, test } from 'vitest';
import { readExclusions } from '../../../../core/index/words/query-exclusions.ts';

const excludedBy = (query: string) => readExclusions(query).exclusions.map(({ written }) => written);
const restOf = (query: string) => readExclusions(query).rest.replaceAll(/\s+/g, ' ');

describe('what a query does not want', () => {
  test.each([
    ['temperature sensor not I2C', 'temperature sensor', ['I2C']],
    ['LDO without enable pin SOT-23', 'LDO SOT-23', ['enable pin']],
    ['op amp -SMD -dual', 'op amp', ['SMD', 'dual']],
    ['ADC not I2C or SPI, 16 bit', 'ADC , 16 bit', ['I2C', 'SPI']],
    ['regulator not I2C interface 3.3V', 'regulator 3.3V', ['I2C']],
    ['non-isolated DC/DC', 'DC/DC', ['isolated']],
    ['non isolated converter 5V', 'converter 5V', ['isolated']],
    ['relay other than Omron', 'relay', ['Omron']],
    ['modules except 24V', 'modules', ['24V']],
    ['modules not 24 V, isolated', 'modules , isolated', ['24 V']],
    ['thermometer without 1-wire interface', 'thermometer', ['1-wire']],
    ['not bidirectional TVS diode', 'TVS diode', ['bidirectional']],
    ['Zenerdiode 12V nicht 5%', 'Zenerdiode 12V', ['5%']],
    ['resistor not 5 % or 10 %, 1k', 'resistor , 1k', ['5 %', '10 %']],
    ['bridge sans GBU ni KBU', 'bridge', ['GBU', 'KBU']],
    ['regulator without adjustable output', 'regulator', ['adjustable']],
    ['regulator without output adjustable', 'regulator', ['adjustable']],
    ['sensor except for I2C', 'sensor', ['I2C']],
    ['Temperatursensor ohne I2C', 'Temperatursensor', ['I2C']],
    ['capteur de température sans I2C', 'capteur de température', ['I2C']],
    ['sensor de temperatura sin I2C', 'sensor de temperatura', ['I2C']],
  ])('is read from %s and is not searched for', (query, rest, excluded) => {
    expect(excludedBy(query)).toEqual(excluded);
    expect(restOf(query)).toBe(rest);
  });

  test.each([
    'non-volatile memory',
    'non-inverting buffer',
    'keeps data without power',
    'part no 12345',
    'not more than 5',
    'relay without 24',
    '-5V regulator',
    'sin/cos encoder',
    'fan without noise',
    'switch it without touching',
    'no',
    'LT1761-SD',
  ])('is nothing in %s', (query) => {
    expect(readExclusions(query)).toEqual({ exclusions: [], rest: query });
  });
});
