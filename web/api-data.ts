/** Names for what the service sends to several views. The shapes are inferred from its endpoints. */
import type { ChangedData, ReadData } from './parts/api.ts';

export type OverviewData = ReadData<'/overview'>;
export type ListedKeyData = OverviewData['keys'][number];
export type NewKeyData = ChangedData<'/keys'>;
export type InvitationsData = ReadData<'/invitations'>;
export type AccountData = ReadData<'/accounts'>[number];
export type CatalogListData = ReadData<'/catalogs'>;
export type CatalogRowsData = ReadData<'/catalogs/rows'>;
export type RowAllowanceData = CatalogRowsData['allowance'];
export type FullRowData = ReadData<'/catalogs/row'>;
export type AcceptedRowsData = ChangedData<'/catalogs/accept-suggestions'>;
export type PartChoicesData = ChangedData<'/catalogs/search'>;
export type SuggestionsData = ChangedData<'/catalogs/suggestions'>;
export type StateCountsData = ReadData<'/catalogs/states'>;
export type ResearchOfferData = ReadData<'/catalogs/research'>;
export type ResearchAskedData = ChangedData<'/catalogs/research'>;
export type ResearchFollowedData = ChangedData<'/catalogs/follow'>;
export type CatalogExportData = ReadData<'/catalogs/export'>;
