/** Letters by Amazon SES, from one identity. What comes back is heard through the configuration set's events. */
import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import type { Letter, Mailer } from '../../core/mail/mail-order.ts';

const CONNECTION_TIMEOUT_MS = 2_000;
const REQUEST_TIMEOUT_MS = 5_000;

export interface SesSettings {
  /** As `Product Data <no-reply@productdata.example>`. */
  readonly from: string;
  readonly configurationSet: string;
}

export class SesMailer implements Mailer {
  readonly #client: Pick<SESv2Client, 'send'>;
  readonly #settings: SesSettings;

  constructor(settings: SesSettings, client: Pick<SESv2Client, 'send'> = createSesClient()) {
    this.#client = client;
    this.#settings = settings;
  }

  async deliver({ to, subject, text }: Letter): Promise<void> {
    const { from, configurationSet } = this.#settings;
    await this.#client.send(
      new SendEmailCommand({
        FromEmailAddress: from,
        ConfigurationSetName: configurationSet,
        Destination: { ToAddresses: [to] },
        Content: {
          Simple: { Subject: { Data: subject, Charset: 'UTF-8' }, Body: { Text: { Data: text, Charset: 'UTF-8' } } },
        },
      }),
    );
  }
}

function createSesClient(): SESv2Client {
  return new SESv2Client({
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
}
