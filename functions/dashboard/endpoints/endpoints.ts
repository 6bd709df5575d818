/** Lists every endpoint under /dashboard/api. */
import {
  chooseNotices,
  invite,
  listMembers,
  remove,
  removeCap,
  setCap,
  setRole,
  setSpendingBySignIn,
  trail,
} from './account-endpoints.ts';
import { removeClientBudget, setClientBudget } from './budget-endpoints.ts';
import { catalogRow, catalogRows, catalogs, catalogStates, exportCatalog } from './catalog-endpoints.ts';
import { acceptRow, acceptShown, fixRow, searchForFix } from './correction-endpoints.ts';
import {
  confirmRows,
  forgetLearned,
  learnedMatches,
  rejectRow,
  restoreLearned,
  suggestRow,
  undoRows,
} from './decision-endpoints.ts';
import { askForResearch, followResearch, researchOffer } from './catalog-research-endpoints.ts';
import type { Endpoint } from './define-endpoint.ts';
import { makeKey, renameKey, revokeKey, revokeSignIn, rotateKey } from './key-endpoints.ts';
import { overview } from './overview-endpoint.ts';
import { askForRequests, requestsFoundSoFar } from './request-endpoints.ts';
import { research } from './research-endpoint.ts';
import { statement, statements } from './statement-endpoints.ts';
import { accept, decline, listAccounts, listInvitations, switchAccount } from './person-endpoints.ts';
import { askForLink, signOut, useLink } from './sign-in-endpoints.ts';
import {
  abandon,
  agreeToReplacement,
  announce,
  previewFile,
  listUploads,
  sendPart,
  startImport,
} from './upload-endpoints.ts';

export const ENDPOINTS = [
  askForLink,
  useLink,
  signOut,
  listAccounts,
  switchAccount,
  listInvitations,
  accept,
  decline,
  overview,
  makeKey,
  rotateKey,
  renameKey,
  revokeKey,
  revokeSignIn,
  setClientBudget,
  removeClientBudget,
  setCap,
  removeCap,
  setSpendingBySignIn,
  listMembers,
  invite,
  setRole,
  remove,
  chooseNotices,
  trail,
  askForRequests,
  requestsFoundSoFar,
  research,
  statements,
  statement,
  catalogs,
  catalogRows,
  catalogRow,
  catalogStates,
  acceptRow,
  acceptShown,
  fixRow,
  searchForFix,
  confirmRows,
  undoRows,
  rejectRow,
  learnedMatches,
  forgetLearned,
  restoreLearned,
  suggestRow,
  exportCatalog,
  researchOffer,
  askForResearch,
  followResearch,
  listUploads,
  announce,
  sendPart,
  previewFile,
  startImport,
  agreeToReplacement,
  abandon,
] as const satisfies readonly Endpoint[];

type Listed = (typeof ENDPOINTS)[number];

/** The data of each endpoint by method and path: the contract with the page. */
export type DashboardApi = {
  readonly [E in Listed as `${E['method']} ${E['path']}`]: E extends Endpoint<'GET' | 'POST', string, infer Data>
    ? Data
    : never;
};
