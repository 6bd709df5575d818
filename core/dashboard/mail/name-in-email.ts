/** Decides which of the names that customers give may stand in an email, whose text others write. */
import { cleanText } from '../../clean-text.ts';

/** What mail programs make a link of, or a reader takes for one. */
const LINK = /:\/\/|@|\bwww\b|[\p{L}\p{N}]\.\p{L}{2}/iu;

/**
 * Returns a name that a customer gave, as emails show it. A name that could be taken for an address is replaced by the
 * id, because emails also reach people who did not ask for them, and one with an address of the customer's would be an
 * advertisement of ours for it.
 * @param most the most characters
 */
export function nameInEmail(name: string, id: string, most: number): string {
  const cleaned = cleanText(name, most);
  return cleaned === '' || LINK.test(cleaned.normalize('NFKC')) ? id : cleaned;
}
