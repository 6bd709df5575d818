/** The words for a period's figures, on the page and in the operator's commands. JSON has the names of the wire. */
export const PERIOD_WORDS = {
  tokens: 'Tokens',
  beyond: 'Beyond the plan',
  calls: 'Billed calls',
  records: 'Records',
  research: 'Research',
  cost: 'Cost beyond the plan',
} as const;
