/** What one email to owners is about. */
import type { NoticeKind } from '../../access/people/person.ts';

export interface Notice {
  readonly about: NoticeKind;
  /** Its name, so that only one email about it is sent. */
  readonly event: string;
  /** Its first line is the email's subject. */
  readonly sentence: string;
  readonly facts?: [name: string, value: string][];
}

/** The last reported share, for example of a period's tokens. */
export interface ReportedShare {
  readonly of: string;
  readonly percent: number;
}
