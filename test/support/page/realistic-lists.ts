/**
 * A company's files, uploaded on the dashboard and matched by the import function: with typing errors, former names,
 * damaged GTINs and blanks.
 */
import { DynamoItemWriter } from '../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/time.ts';
import type { ItemRecord } from '../../../core/index/items/item-record.ts';
import type { Member } from '../../../core/access/people/person.ts';
import { recordOf } from '../fixtures/item-records.ts';
import { makeWorkbook } from '../fixtures/make-workbook.ts';
import { valueOf } from '../fixtures/value-of.ts';
import { signInPerson, type PersonSession } from '../service/people.ts';
import { uploadPageOf, type UploadPage } from '../service/upload-page.ts';
import type { PagesInChromium } from './page-in-chromium.ts';
import { SHOWN_MS } from './realistic-account.ts';

/** Manufacturer, part number, title, confidence, GTIN. */
const INDEXED: readonly (readonly [string, string, string, number, string?])[] = [
  ['Texas Instruments', 'TLV75533PDBV', 'Low-dropout regulator, 3.3 V, 500 mA, SOT-23-5', 99],
  ['Texas Instruments', 'OPA2325', 'Precision 10 MHz CMOS operational amplifier, SOIC-8', 84],
  ['Texas Instruments', 'LM317_TO-220', 'Adjustable voltage regulator, 1.5 A, TO-220', 97],
  ['Texas Instruments', 'LM2576HVT-ADJ', 'Step-down switching regulator, 3 A, 60 V', 91],
  ['STMicroelectronics', 'L7805', 'Voltage regulator, 5 V, 1.5 A, TO-220', 95],
  ['Microchip', 'MIC29503WT', 'Low-dropout regulator, 5 A, adjustable, TO-263', 88],
  ['Bourns', 'CRM2512-FX-R010ELF', 'Current sense resistor, 10 mΩ, 2 W, 2512', 90],
  ['Kyocera AVX', 'TAJB106K016RNJ', 'Tantalum capacitor, 10 µF, 16 V', 86],
  ['Brenholt', 'MS1001-B', 'Machine screw M4, 10 mm', 53, '00400000010014'],
  ['Brenholt', 'MS-1241-A', 'Machine screw M4, 25 mm', 53, '02000000012414'],
];

const LIST = `Unsere Nr.;Hersteller;Herst.-Teilenr.;EAN;Bezeichnung;Menge
A-1001;Texas Instruments;OPA2325;;Operationsverstärker, zweifach;40
A-1002;TI;TLV75533PDBVR;;LDO 3,3 V, 500 mA;120
A-1003;Microchip;TLV75533PDBV;;LDO 3,3 V, Zweitlieferant;20
A-1004;ST;L7805;;Festspannungsregler 5 V;60
A-1005;National Semiconductor;LM317_TO-220;;Regler, einstellbar;15
A-1006;;LM2576HVT-ADJ;;Abwärtsregler 3 A;8
A-1007;Microchip;MIC29503WT;;LDO 5 A;12
A-1007;Microchip;MIC29503WT;;LDO 5 A, Reserve;4
A-1009;Würth Elektronik;7447709100;;Speicherdrossel 10 µH;30
A-1010;Atmel;ATmega328P-AU;;Mikrocontroller;25
A-1011;Murata;GRM188R71C104KA01D;;Kondensator 100 nF;500
;;;;Mechanik;
A-1012;Bourns;CRM2512-FX-R010ELF;;Messwiderstand 10 mΩ;16
A-1013;AVX;TAJB106K016RNJ;;Tantal 10 µF;90
A-1014;;;4,00000010014E+11;Schraube per EAN;200
A-1015;Brenholt;MS1001-B;00400000010014;Schraube M4 × 10;400
A-1016;Brenholt;;;Schraube M4 × 25;400
;;;;;
;;;;Summe;1940
`;

const SPARES = `Our number;Manufacturer;MPN
P-1;Texas Instruments;OPA2325
P-2;STMicroelectronics;L7805
P-3;Microchip;MIC29503WT
P-4;Bourns;CRM2512-FX-R010ELF
`;
const NEWER_SPARES = `Our number;Manufacturer;MPN
P-1;Texas Instruments;OPA2325
P-2;Texas Instruments;LM317_TO-220
P-3;Microchip;MIC29503WT
P-5;Kyocera AVX;TAJB106K016RNJ
P-6;Brenholt;MS-1241-A
`;

const STOCK = [
  ['Artikel', 'Hersteller', 'Typ', 'EAN', 'Lagerort'],
  ['80-1001', 'Brenholt', 'MS1001-B', '00400000010014', 'Halle 2'],
  ['80-1002', 'Brenholt', 'MS-1241-A', '02000000012414', 'Halle 2'],
  ['80-1003', 'TI', 'OPA2325', '', 'Halle 1'],
  ['80-1004', 'Würth Elektronik', '7447709100', '', 'Halle 1'],
  ['80-1005', 'ST', 'L7805', '', 'Halle 1'],
];

export interface RealisticLists {
  /** The file of nineteen rows. */
  readonly listId: string;
  /** A workbook of two sheets that is checked and not imported. */
  readonly checkedId: string;
}

/**
 * Opens a catalog with rows to decide, a file that will replace another catalog, and a workbook that is being checked.
 */
export async function openRealisticLists(
  pages: Pick<PagesInChromium, 'dashboard' | 'at'>,
  { owner, member }: { readonly owner: Member; readonly member: Member },
): Promise<RealisticLists> {
  const { dashboard: page } = pages;
  const writer = new DynamoItemWriter(page.client, page.tables.productIndexTable);
  for (const item of INDEXED.map(recordOfPart)) valueOf(await writer.writeItem(item));
  /** Acts as the member would at that time, with the import function behind it. */
  const then = <T>(who: Member, agoMs: number, does: (uploads: UploadPage, session: PersonSession) => Promise<T>) =>
    pages.at(SHOWN_MS - agoMs, async () =>
      does(
        uploadPageOf(page, () => SHOWN_MS - agoMs),
        await signInPerson(page.people, who, SHOWN_MS - agoMs),
      ),
    );
  const spares = await then(owner, 20 * DAY_MS, (uploads, session) =>
    uploads.bring(session, SPARES, { name: 'Pump spares.csv' }),
  );
  const replaces = spares.catalog_id ?? '';
  await then(owner, 2 * HOUR_MS, (uploads, session) =>
    uploads.bring(session, NEWER_SPARES, { name: 'Pump spares, November.csv', replaces }),
  );
  const list = await then(member, 12 * MINUTE_MS, (uploads, session) =>
    uploads.bring(session, LIST, { name: 'Stückliste Löwe.csv' }),
  );
  const workbook = makeWorkbook([
    { name: 'Deckblatt', rows: [['Lagerliste November 2026'], ['Nordhafen Elektronik']] },
    { name: 'Lager', rows: STOCK },
  ]);
  const checkedId = await then(owner, 4 * MINUTE_MS, async (uploads, session) => {
    const id = await uploads.upload(session, workbook, { name: 'MRO stock 2026-11.xlsx' });
    await uploads.preview(session, id, { sheet: 'Lager' });
    return id;
  });
  return { listId: list.catalog_id ?? '', checkedId };
}

function recordOfPart(
  [manufacturer, mpn, title, confidence, gtin]: readonly [string, string, string, number, string?],
  index: number,
): ItemRecord {
  return recordOf({
    id: `itm_Listed${String(index).padStart(2, '0')}`,
    manufacturer,
    mpn,
    title,
    confidence,
    gtin: gtin ?? null,
  });
}
