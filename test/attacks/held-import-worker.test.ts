/** A member who wants to block both import functions, so that no other file is imported. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOON_MS, openAccount } from '../support/fixtures/accounts.ts';
import { invitePerson, signInPerson } from '../support/service/people.ts';
import { openUploadPage, type UploadPage } from '../support/service/upload-page.ts';

let uploads: UploadPage;
beforeAll(async () => {
  uploads = await openUploadPage(() => NOON_MS);
});
afterAll(() => uploads.page.stop());

/** A message that finds its account busy is repeated every ten seconds until the running import ends. */
test('an import that is started repeatedly queues at most 20 more messages a day, with the same response', async () => {
  const { page } = uploads;
  const { account } = await openAccount(page.client, page.tables.accountsTable);
  const member = await invitePerson(page.people, account.accountId, 'member', NOON_MS);
  const session = await signInPerson(page.people, member, NOON_MS);
  const id = await uploads.upload(session, 'Manufacturer;MPN\nNorvane;R-100\n');
  await uploads.preview(session, id);
  const start = () => page.post('/uploads/start', { upload_id: id }, session);
  const statuses = [];
  for (let index = 0; index < 30; index += 1) statuses.push((await start()).statusCode);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(page.queued).toHaveLength(21);
  await uploads.deliverAll();
  expect(await uploads.shown(session, id)).toMatchObject({ status: 'ended', end: 'complete' });
  const abandoned = await uploads.upload(session, 'Manufacturer;MPN\nNorvane;R-200\n');
  for (let index = 0; index < 5; index += 1) await page.post('/uploads/abandon', { upload_id: abandoned }, session);
  expect(page.queued).toHaveLength(1);
});
