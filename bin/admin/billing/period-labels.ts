/** The labels of a period's figures, the same as on the page. JSON has the names of the wire. */
export const PERIOD_LABELS = {
  tokens: 'Tokens',
  beyond: 'Beyond the plan',
  calls: 'Billed calls',
  records: 'Records',
  research: 'Research',
  cost: 'Cost beyond the plan',
} as const;
