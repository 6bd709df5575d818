import { describe, expect, test } from 'vitest';
import { pageVariablesOf } from '../../lib/settings/page-variables.ts';
import { localSettings, stageSettings } from '../../lib/settings/stage-settings.ts';
import { generateDemoItems } from '../../local/demo/generate-demo-items.ts';

describe('the variables of the public pages', () => {
  test('are empty if the stage’s settings name nothing', () => {
    expect(pageVariablesOf(stageSettings('production'))).toEqual({
      BILLING_PORTAL_URL: 'none',
      TERMS_URL: 'none',
      PRIVACY_URL: 'none',
      EXAMPLE_ITEM: 'none',
    });
  });

  test('contain the values that the settings name', () => {
    const elsewhere = { billingPortal: 'https://billing.company.example/p', terms: 'https://company.example/terms' };
    const settings = { ...stageSettings('production'), elsewhere, exampleItem: 'itm_AAAAAAA1' };
    expect(pageVariablesOf(settings)).toEqual({
      BILLING_PORTAL_URL: 'https://billing.company.example/p',
      TERMS_URL: 'https://company.example/terms',
      PRIVACY_URL: 'none',
      EXAMPLE_ITEM: 'itm_AAAAAAA1',
    });
  });

  test.each([
    { elsewhere: { billingPortal: 'http://billing.company.example' } },
    { elsewhere: { terms: 'javascript:alert(1)' } },
    { elsewhere: { privacy: '/privacy' } },
    { exampleItem: 'LM317T' },
  ])('fail the deploy if they are invalid: %o', (wrong) => {
    expect(() => pageVariablesOf({ ...stageSettings('production'), ...wrong })).toThrow();
  });

  test('name an item of the demo index in a local run', () => {
    const named = generateDemoItems().find(({ id }) => id === localSettings({}).exampleItem);
    expect(named).toMatchObject({
      manufacturer: expect.any(String),
      mpn: expect.any(String),
      title: expect.any(String),
    });
  });
});
