/** The steps for the person on call, by alarm name. docs/operate/alarms.md is generated from these and the template. */
export const ALARM_STEPS: Readonly<Record<string, string>> = {
  'billing-events-failed':
    "`logs BillingEvents 1h '{ $.level = \"ERROR\" }'`. Stripe resends failed events for three days. The usual cause is the secret: `aws secretsmanager get-secret-value --secret-id <its name>` must succeed and return text. From Stripe's dashboard, resend events that are still missing, or use `admin payments`.",
  'billing-events-refused':
    '`insights 3600 "filter service = \'billing-events\' and status >= 400 | stats count(*) as n by billingEvent, status"`. If all are `wrong_signature`, the secret was replaced at Stripe but not [here](deploy.md#receive-payment-events). `too_old` means a replayed message or a wrong clock. If only some are wrong, somebody else sends them, without effect.',
  'billing-events-flood':
    'As `billing-events-refused`. Forged messages are refused before anything is read, 240 a minute from each address, and have ten processes of their own; Stripe resends what was turned away.',
  'crashes-behind':
    'The same as `crashes` for the background functions: `EnrichmentWorker`, `EnrichmentSweeper`, `EnrichmentDeadLetters`, `MailSender`, `NoticeWatch`, `ServiceCanary`.',
  'functions-throttled-behind': 'As `functions-throttled`.',
  'slow-api':
    "As `slow`, with `insights 1800 \"filter service = 'v1' and message = 'request served' and milliseconds > 2000 | fields tool, milliseconds, storage, version | sort milliseconds desc | limit 20\"`.",
  'tokens-unusual-api': 'As `tokens-unusual`, for a program instead of an assistant.',
  'v1-live-errors':
    'As `crashes`, with `logs V1`, in the version being released, which is rolled back; its deployments are in `V1Deploy`.',
  'v1-live-faults': 'As `faults`, with `logs V1`.',
  'v1-live-meter': 'As `meter-failed`.',
  'v1-live-slow': 'As `slow-api`.',
  'wrong-credentials-api': 'As `wrong-credentials`, for the HTTP API: `service` is `v1`.',
  'budget-burns-fast': [
    'See [the first five minutes](incidents.md#something-is-wrong-the-first-five-minutes).',
    'The alarm lasts up to an hour after the last error.',
  ].join('\n'),
  'budget-burns-slowly':
    '`insights 21600 "filter status >= 500 | stats count(*) as n by tool, version, bin(1h)"`, then `insights 21600 "filter status >= 500 | fields requestId, account, tool, storage | limit 20"` and `admin why` on one.',
  'canary-failed': [
    '`logs ServiceCanary 15m \'{ $.message = "check failed" }\'` shows the failed call and its error.',
    '"could not be asked": DNS, certificate or gateway (`curl -sv https://mcp.productdata.example/mcp`).',
    'If every check fails but customers are served, its key was revoked: repeat step 10 of [Deploy](deploy.md#deploy).',
  ].join('\n'),
  'canary-silent':
    '`aws events list-rules --query "Rules[?State==\'DISABLED\']"`; `aws lambda get-function-concurrency --function-name $(resource ServiceCanary ::Function)`; otherwise follow `canary-failed`.',
  'mcp-live-errors': 'As `crashes`, in the version being released, which is rolled back.',
  'mcp-live-faults':
    'As `faults`, by version: `insights 3600 "filter status >= 500 | stats count(*) as n by version, tool"`.',
  'mcp-live-meter': 'As `meter-failed`.',
  'mcp-live-slow': 'As `slow`.',
  'token-live-errors': 'As `crashes`, with `logs Token`; its deployments are in `TokenDeploy`.',
  'token-live-faults': '`logs Token 15m \'{ $.level = "ERROR" }\'`; mostly `signing-secret`.',
  'token-live-slow': 'As `slow`, with `logs Token`.',
  faults: [
    '`logs Mcp 15m \'{ $.level = "ERROR" }\'`.',
    'If they began with the last deploy, roll back.',
    'If DynamoDB or Secrets Manager is failing, wait; a call that failed before the meter is not billed.',
  ].join('\n'),
  'gateway-5xx': 'See `crashes` and `functions-throttled`, then `integration_error` in `logs PublicApiAccess`.',
  crashes: [
    '`logs Mcp 15m \'?"Task timed out" ?"Runtime.ExitError" ?"Environment:"\'`, and the same for the other functions (`V1`, `Token`, `Discovery`, `Dashboard`, `EnrichmentWorker`, …).',
    '`Environment: … is missing` means a failed deploy: roll back.',
  ].join('\n'),
  'sign-in-failed': [
    '`logs Authorization` shows errors, time-outs or throttles of the consent function.',
    "To switch sign-in off: `signIn` in the stage's row; existing sign-ins end within the hour.",
  ].join('\n'),
  slow: [
    '`insights 1800 "filter milliseconds > 2000 | fields tool, milliseconds, storage, version | sort milliseconds desc | limit 20"`: `storage` shows DynamoDB\'s calls.',
    'Other causes are cold starts after a deploy and too little memory (step 13 of [Deploy](deploy.md#deploy)).',
  ].join('\n'),
  'wrong-credentials': [
    '`insights 3600 "filter status = 401 | stats count(*) as n by outcome, claimedClient | sort n desc | limit 20"`.',
    'For one key, `admin clients find cli_…` names the customer: call them.',
    'Many unknown keys: somebody is guessing, at most 240 times a minute from an address.',
  ].join('\n'),
  'wrong-credentials-token': [
    'The same as `wrong-credentials` at the token endpoint: `logs Token 1h`.',
    'Perhaps a customer still uses an old secret after a rotation.',
  ].join('\n'),
  'calls-throttled': [
    'To see whose: `logs PublicApiAccess 15m \'{ $.status = "429" }\'`.',
    "For legitimate traffic, raise the stage's `throttles` and deploy; together they must stay below the AWS account's 10,000 a second.",
    'Against a flood: [CloudFront and WAF](../decisions/0111-http-api-and-what-may-stand-in-front.md).',
  ].join('\n'),
  'requests-flood': [
    'By source and route: `insights 900 "stats count(*) as n by ip, route | sort n desc | limit 20" $(resource PublicApiAccess)`.',
    'Just above this threshold a day costs up to 230 USD (43 million requests at [5.12 USD a million](capacity.md#a-million-look-ups)); just below the throttles of production, four times as much.',
    'Lower the throttle of the route that is flooded (`throttles` in the row) and deploy; against many addresses: [CloudFront and WAF](../decisions/0111-http-api-and-what-may-stand-in-front.md).',
    'If the customers have grown, raise `requestsInFiveMinutes`.',
  ].join('\n'),
  'documents-throttled': [
    'The same as `calls-throttled` for documents, preflights, other methods and unknown paths.',
    'Raise `throttles.rest` for legitimate traffic only.',
  ].join('\n'),
  'functions-throttled': '[Raise limits](deploy.md#raise-limits).',
  'tables-throttled': [
    '`tableMaximums` are used up, or [a partition is hot](capacity.md#which-partition-gets-hot-first).',
    "A customer's large import slows itself down; for one of yours, lower `--concurrency`.",
  ].join('\n'),
  'meter-failed': [
    'A charge without a response is [taken back](../decisions/0191-an-unanswered-charge-is-taken-back.md).',
    'One that may remain also raises [charge-in-doubt](#charge-in-doubt).',
    'To see whose calls failed: `insights 3600 "filter outcome = \'internal_error\' | fields account, requestId, storage"`.',
  ].join('\n'),
  'charge-in-doubt': [
    'Each `UnansweredDebitError` in `logs Mcp 1h \'{ $.level = "ERROR" }\'` (and `logs V1`) names amounts, account, period and client; `admin usage show acc_…` lists those that the store recorded.',
    'Compare `admin usage history acc_…` with `insights 2592000 "filter account = \'acc_…\' | stats sum(tokensBilled)"` over the period: the row has more by each charge that was written, and by calls that crashed before they answered.',
    '`admin usage resolve acc_… <period> <debit> --take-back` if the row has the charge, otherwise `--stands`; a charge that the store did not record also needs `--tokens`, `--items` and `--client` as the log has them.',
    'If a repeat with the same `Idempotency-Key` was answered since (a later call of the client with `tokensBilled` 0), the charge is owed: `--stands`.',
    'A period with a statement does not change: use `admin statements correct`, then `--stands`.',
  ].join('\n'),
  'negative-usage': [
    '`insights 3600 "stats count(*) as n by account | sort n desc | limit 20"`, then `admin usage history acc_…` of each shows the row.',
    'Look for it in the trail (`admin audit show acc_…`): only `usage resolve` subtracts what an operator states. Otherwise it is a fault of the service: roll back, and correct the row by hand.',
  ].join('\n'),
  'signing-secret':
    '`aws secretsmanager describe-secret --secret-id $(output SigningSecretId)` must show one AWSCURRENT version.',
  'tokens-unusual': [
    '`insights 7200 "stats sum(tokensBilled) as tokens, count(*) as calls by account | sort tokens desc | limit 10"`, then `admin assistants list acc_…`.',
    'For a loop or a stolen key, ask the customer, lower the cap (`admin accounts set acc_… --cap`), or [revoke the key](incidents.md#revoke-a-key-in-an-emergency).',
    'For a new large customer, do nothing: the alarm adapts in two weeks.',
  ].join('\n'),
  'research-spending': [
    '`insights 7200 "stats count(*) as n by account, outcome | sort n desc" $(resource EnrichmentWorkerLogs)`.',
    'An account can lose at most its spending cap.',
    '`--open-parts` and `--not-found-parts-per-day` of `admin accounts set acc_…` limit what it requests, and `admin research-requests cancel acc_…` ends its open research.',
    'To stop all research (requests wait in the queue for four days): `events EnrichmentWorker --no-enabled`.',
  ].join('\n'),
  'dead-letters': '[Drain and re-drive dead letters](incidents.md#drain-and-re-drive-dead-letters).',
  'mail-dead-letters': [
    'Five deliveries failed to send these emails.',
    '`logs MailSender` says why: SES refuses (sandbox, paused sending, unverified identity) or cannot be reached.',
    'Their links have expired: delete the messages; members can request new ones.',
    "A message with `detail-type` is SES's own event that did not reach the queue: move it back with `aws sqs start-message-move-task`.",
  ].join('\n'),
  'notice-watch-failed': [
    '`logs NoticeWatch` names each account that could not be checked, and why.',
    'The next successful run sends the notices.',
  ].join('\n'),
  'notice-watch-silent': ['As `canary-silent`, with `NoticeWatch`.', 'Nothing is lost for a day.'].join('\n'),
  'upload-dead-letters': [
    'Five deliveries neither finished an upload nor reported its failure to the customer.',
    '`logs CatalogImport` says why; the message names the upload.',
    'Imported rows stay.',
    'When the cause is fixed, move the messages back with `aws sqs start-message-move-task`; finished work ends immediately.',
  ].join('\n'),
  'research-given-up': [
    '`detail` in `logs EnrichmentWorker` shows the cause, usually an error of the provider.',
    'Customers are not charged and may request the parts again.',
  ].join('\n'),
  'research-late': [
    'The worker is stopped, throttled or too slow.',
    'Check `provider-unavailable` first; then, if the provider agrees, raise `MAX_WORKERS` in `lib/functions/enrichment-functions.ts` and `reservedConcurrency.worker`.',
  ].join('\n'),
  'provider-unavailable': [
    'Ask the provider.',
    'If its key has changed, repeat step 11 of [Deploy](deploy.md#deploy).',
  ].join('\n'),
  'research-resent': [
    'A few are normal after a deploy.',
    'Many mean that workers crash (`crashes`) or `/mcp` does not reach SQS.',
  ].join('\n'),
  'sweep-failed': ['`logs EnrichmentSweeper`.', 'The next run, a minute later, tries again.'].join('\n'),
  'sweeper-silent': [
    'As `canary-silent`, with `EnrichmentSweeper`.',
    'Most research still works: the sweeper only resends lost requests.',
  ].join('\n'),
  'statement-stopped': [
    '`logs StatementClose 2h \'{ $.message = "statement stopped" && $.level = "ERROR" }\'` names each account, its period and why.',
    '',
    '- `differs`: `figure` disagrees by the number of nano-USD shown.',
    '  `committed` and `research`: the usage row disagrees with itself; compare as in `meter-failed`.',
    '  `found_parts`: more or fewer parts were charged than requests say; `admin research-requests list acc_…`.',
    '  A restored table explains both.',
    '  Correct the row that is wrong, not the one that blocks the close.',
    '- `research_open`: a reserve is older than eight days, longer than any request lasts.',
    '  `admin research-requests list acc_…` and `sweep-failed`; `admin research-requests cancel acc_…` releases it.',
    '',
    'Then `admin statements close acc_…`, or the next run, continues.',
  ].join('\n'),
  'statement-close-failed': [
    '`logs StatementClose 6h \'{ $.level = "ERROR" }\'` names each account, and why.',
    'The next run, an hour later, tries again; `admin statements close` does so immediately.',
    'If runs time out, there are more accounts than one reads in 15 minutes.',
  ].join('\n'),
  'statement-close-silent': [
    'As `canary-silent`, with `StatementClose`.',
    'Nothing is lost: periods are closed late.',
    'Meanwhile use `admin statements close`.',
  ].join('\n'),
};
