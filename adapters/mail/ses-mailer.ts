/** Sends emails through Amazon SES from one identity. The configuration set's events report their delivery. */
import { SendEmailCommand, SESv2Client, SESv2ServiceException } from '@aws-sdk/client-sesv2';
import { EmailRefusedError, type Email, type Mailer } from '../../core/dashboard/mail/email-order.ts';
import { NOTICE_TAG, writeNoticeTag } from './notice-tag.ts';

const CONNECTION_TIMEOUT_MS = 2_000;
const REQUEST_TIMEOUT_MS = 5_000;

interface SesSettings {
  /** For example `Product Data <no-reply@productdata.example>`. */
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

  async deliver({ to, subject, text, html, notice }: Email): Promise<void> {
    const { from, configurationSet } = this.#settings;
    const command = new SendEmailCommand({
      FromEmailAddress: from,
      ConfigurationSetName: configurationSet,
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: { Data: subject, Charset: 'UTF-8' },
          Body: { Text: { Data: text, Charset: 'UTF-8' }, Html: { Data: html, Charset: 'UTF-8' } },
        },
      },
      ...(notice !== undefined && { EmailTags: [{ Name: NOTICE_TAG, Value: writeNoticeTag(notice) }] }),
    });
    try {
      await this.#client.send(command);
    } catch (error) {
      throw isRefusal(error) ? new EmailRefusedError(error.name, { cause: error }) : error;
    }
  }
}

/** A 4xx of SES, including throttling. After a 5xx or a time-out the email may have been sent. */
function isRefusal(error: unknown): error is SESv2ServiceException {
  return error instanceof SESv2ServiceException && (error.$metadata.httpStatusCode ?? 500) < 500;
}

/** The client does not retry: after a lost answer, SES cannot say whether it accepted the email. */
export function createSesClient(endpoint?: string): SESv2Client {
  return new SESv2Client({
    maxAttempts: 1,
    ...(endpoint !== undefined && { endpoint }),
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
}
