import { describe, expect, test } from 'vitest';
import { pageVariablesOf, proofVariablesOf, serviceNameOf } from '../../lib/settings/page-variables.ts';
import { localSettings, stageSettings } from '../../lib/settings/stage-settings.ts';
import { generateDemoItems } from '../../local/demo/generate-demo-items.ts';

describe('the variables of the public pages', () => {
  test('are empty if the stage’s settings name nothing', () => {
    expect(pageVariablesOf(stageSettings('production'))).toEqual({
      BILLING_PORTAL_URL: 'none',
      TERMS_URL: 'none',
      PRIVACY_URL: 'none',
      OWNER_NAME: 'none',
      OWNER_VAT_ID: 'none',
      LOG_RETENTION_DAYS: '365',
      RESEARCH_PROVIDERS: 'research.productdata.example',
      EXAMPLE_ITEM: 'none',
      TEST_RECORDS_PER_DAY: '2000',
    });
  });

  test('contain the values that the settings name', () => {
    const elsewhere = { billingPortal: 'https://billing.company.example/p', terms: 'https://company.example/terms' };
    const settings = {
      ...stageSettings('production'),
      elsewhere,
      exampleItem: 'itm_AAAAAAA1',
      owner: 'Norvane GmbH',
      vatId: 'DE123456789',
    };
    expect(pageVariablesOf(settings)).toEqual({
      BILLING_PORTAL_URL: 'https://billing.company.example/p',
      TERMS_URL: 'https://company.example/terms',
      PRIVACY_URL: 'none',
      OWNER_NAME: 'Norvane GmbH',
      OWNER_VAT_ID: 'DE123456789',
      LOG_RETENTION_DAYS: '365',
      RESEARCH_PROVIDERS: 'research.productdata.example',
      EXAMPLE_ITEM: 'itm_AAAAAAA1',
      TEST_RECORDS_PER_DAY: '2000',
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

describe('the name of a stage', () => {
  const named = (name: string) => serviceNameOf({ ...stageSettings('production'), face: { name, folder: 'web/face' } });

  test('is the project’s, or the stage’s own', () => {
    expect(serviceNameOf(stageSettings('production'))).toBe('Product Data');
    expect(named('Bauteile & Söhne')).toBe('Bauteile & Söhne');
  });

  test.each(['', 'x', ' Parts', 'A'.repeat(41), 'Parts\n', '<b>Parts</b>'])('fails the deploy if it is %j', (name) => {
    expect(() => named(name)).toThrow('face.name must have 2 to 40');
  });
});

describe('the proofs for directories', () => {
  test('are those of the settings', () => {
    const registry = 'v=MCPv1; k=ed25519; p=AbC=';
    expect(proofVariablesOf({ ...stageSettings('production'), proofs: { registry } })).toEqual({
      OPENAI_CHALLENGE: 'none',
      REGISTRY_PROOF: registry,
    });
  });

  test('fail the deploy if they have more than one line', () => {
    const wrong = { ...stageSettings('production'), proofs: { openai: 'a\nb' } };
    expect(() => proofVariablesOf(wrong)).toThrow();
  });
});

test('the privacy page names each host that a chain of providers sends parts to, once', () => {
  const shared = { perDay: 10, perMinute: 1 };
  const page = (address: string) => ({ manufacturer: 'Norvane', address });
  const pages = [page('https://www.norvane.example/p/{number}'), page('https://www.norvane.example/q/{number}')];
  const settings = {
    ...stageSettings('production'),
    research: {
      researcher: 'chain' as const,
      links: [
        { provider: 'icecat' as const, shopName: 'a', secretName: 's', ...shared },
        { provider: 'pages' as const, contact: 'https://me.example', pages, ...shared },
        { provider: 'http' as const, url: 'https://api.lab.example/v1', secretName: 's', ...shared },
      ],
    },
  };
  expect(pageVariablesOf(settings).RESEARCH_PROVIDERS).toBe('live.icecat.biz,www.norvane.example,api.lab.example');
});
