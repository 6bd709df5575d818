/**
 * Decides which texts stand where a part number should, and name no part: "DNP", "see note", "tbd", a formula, a
 * reference designator. Such a text is never researched. A part may still be called like one ("Custom", "U1"), so a
 * caller looks it up first, except where `isCertain`.
 */
import { foldText } from './key-text.ts';
import { normalizeText } from '../../normalize-text.ts';

export type NoPart = 'not_fitted' | 'no_number' | 'note' | 'any_part' | 'formula' | 'designator';

/**
 * Written without case, accents, spaces and punctuation. Dotted forms are separate, because "nb" alone may be a number.
 */
const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ''));

const NOT_FITTED = set(`
  dnp dnf dni dns dnm dnl dnpop nopop nostuff nofit noload noplace nomount noinstall nopopulate notfitted notpopulated notplaced notmounted
  notinstalled notassembled notstuffed notloaded notsoldered notused unpopulated unfitted unstuffed unmounted depopulated donotfit
  donotpopulate donotplace donotinstall donotmount donotstuff donotassemble donotload donotsolder dontfit dontpopulate dontplace dontmount
  dontstuff nopart nocomponent omit omitted leaveopen leaveempty nichtbestuckt nichtbestueckt nichtbestucken nichtbestuecken unbestuckt
  unbestueckt nichtbest keinebestuckung keinebestueckung ohnebestuckung ohnebestueckung nichtmontiert nichtmontieren nichteingebaut nichtverbaut nichtverwendet nichtplatziert bestuckungsoption entfallt entfaellt
  entf wirdnichtbestuckt wirdnichtbestueckt wirdnichtmontiert wirdnichtverbaut bitteweglassen weglassen bleibtfrei bleibtunbestuckt nonmonte nonmontee nonmontes nonequipe nonequipee nonimplante nonimplantee noncable noncablee nonpose
  nonposee nonpeuple pasmonte pasmontee pascable pasequipe nepasmonter nepasequiper nepascabler nepasimplanter nepasposer nepaspeupler nomontar nomontado nomontada sinmontar
  noponer nopoblar nopoblado nopoblada noinstalar noinstalado noinstalada nocolocar nocolocado noequipar noequipado nopopular nopopulado
  nosoldar sinpoblar sinequipar nonmontato nonmontata nonmontare nonpopolato nonpopolare nonequipaggiato nonassemblare nonassemblato
  nonsaldare naomontar naomontado naopopular naoinstalar nietgeplaatst nietplaatsen nietbestukt nietbestuken nietmonteren niemontowac
  nieobsadzac ejmonterad monterasej ikkemonteret ikkemontert eiasenneta neosazovat neosazeno neosazuje takilmayacak takilmaz monteedilmez
  неустанавливать неустановлен неустановлено немонтировать неставить 不贴 不焊 不焊接 不装 不安装 未贴 空贴 不上件 未実装 実装しない 不実装 非実装 미실장 실장안함`);
const NO_NUMBER = set(`
  x xx xxx na nv nd tbd tba tbc tbs todo none null nil nan unknown undefined unspecified notapplicable notavailable notspecified notyetdefined
  notdefined notdetermined tobedefined tobedetermined tobeconfirmed missing empty blank nopn nompn nopartnumber withoutnumber pending
  sansobjet so noaplica noaplicable nonapplicable nonapplicabile naoaplicavel nietvantoepassing nvt nedotyczy nichtzutreffend entfallen unbekannt keine keiner keines kein ka keineangabe ohne ohnenummer offen nochoffen zuklaren zuklaeren leer aucun aucune sans inconnu
  inconnue neant sansreference adefinir apreciser nonprecise nondefini ninguno ninguna sin desconocido desconocida sinnumero pordefinir
  porconfirmar nodisponible nessuno nessuna sconosciuto sconosciuta senza dadefinire nondisponibile desconhecido nenhum indefinido onbekend
  geen nieznany brak okand saknas ukendt ukjent tuntematon neznamo neni yok bilinmiyor нет неизвестно неуказано 无 無 没有 未知 待定 暂无
  なし 無し 不明 未定 없음 미정`);
const ANY_PART = set(`
  any div anything anytype anybrand custom customized customised custommade custompart bespoke generic generically standard standardpart various
  misc miscellaneous diverse assorted commodity whatever beliebig egal allgemein sonderanfertigung kundenspezifisch nachmuster nachwahl freiwahlbar freiwaehlbar standardteil katalogware handelsware handelsublich handelsueblich auchoix aelegir sonderteil normteil
  diverses divers diverses surmesure personnalise generique quelconque amedida personalizado generico cualquiera varios vario vari varie
  sumisura personalizzato qualsiasi 定制 通用 任意 汎用 임의 любой разное libovolny valfri herhangi`);

/** Words that mean it in a column of numbers, and that a part may be called: "NC", "Option". */
const MAYBE_NOT_FITTED = set(`
  nc nf nb nm np npc noconnect noconnection notconnected open option notreq notreqd optional optionnel optionnelle opcional opzionale opcja valinnainen notrequired
  nichterforderlich nichtnotig nichtnoetig nichtbenotigt vorgesehen reserve reserved spare reserviert`);

/** "any (1 %)", "any 0603", "beliebig, 10 k". */
const ANY_BEGINNING =
  /^(?:any|generic|beliebig\p{L}*|irgendein\p{L}*|cualquier\p{L}*|quelconque|n['’]importe|qualsiasi|qualunque|qualquer|любо\p{L}*)(?=[\s(,:;/]|$)/iu;
/** "see note 3", "siehe Zeichnung", "as per drawing". */
const NOTE =
  /^(?:(?:(?:please\s+)?see|siehe|voir|cf|confer|ver|véase|vease|vedi|zie|viz|refer\s+to|as\s+per|per|according\s+to|laut|gem(?:äß|aess)|selon|según|segun|secondo|vgl|см|смотри)\s+|(?:s|cf|lt|gem|vgl|см)\.\s*|(?:参见|参見|见|参照)\s*)\p{L}{2,}/iu;
const CJK_NOTE = /(?:参照|を参照|참조)$/u;
/** A formula that stayed as text: `=A2&"-"&B2`, `=VLOOKUP(…)`, `#REF!`. */
const FORMULA = /^=\s*[\p{L}$("+-]|^#(?:[\p{Lu}/0]{2,9}[!?]|REF|VALUE|NULL|N\/?[AV]|NUM|WERT|BEZUG|ZAHL)|^[[{]["{[]/iu;
const DESIGNATOR_LETTERS =
  'R|C|L|U|Q|D|J|P|X|Y|F|K|S|T|V|Z|IC|CN|LED|SW|FB|TP|RN|RV|VR|VD|VT|ZD|BT|BZ|FL|JP|TR|MH|CR|CON|DS|LS|MK|ANT|SL|NT|FID|FD|RT|TH|RP|CP|PL|OC|OK|XTAL';
const ONE_DESIGNATOR = new RegExp(`^(?:${DESIGNATOR_LETTERS})[0-9]{1,4}[A-Z]?$`);
/** One alone is told from a short number only with the letters of the commonest parts. */
const LONE_DESIGNATOR = /^(?:[RCLUQDJ]|IC|LED|CN|TP|FB)[0-9]{1,3}$/;
/** How every text of designators begins; the others need no splitting. */
const DESIGNATOR_FIRST = new RegExp(`^[\\s,;.–-]*(?:${DESIGNATOR_LETTERS})[0-9]{1,4}[A-Z]?(?:$|[\\s,;.–-])`);
const MAX_DESIGNATORS = 1_000;

/**
 * Most numbers are like this. Of the texts that name no part only few are, because none of the listed words has a
 * digit.
 */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._/+-]*$/;

/** Whether the text has the form of most numbers, in which no listed word fits. */
export function isPlainNumber(text: string): boolean {
  return PLAIN.test(text) && /[0-9]/.test(text);
}

/** Returns why the text names no part; undefined if it may name one. Takes time linear in its length. */
export function noPartIn(text: string): NoPart | undefined {
  const trimmed = text.trim();
  if (trimmed.length > 4_000) return undefined;
  if (isPlainNumber(trimmed)) return areDesignators(trimmed) ? 'designator' : moreInPlain(trimmed);
  if (FORMULA.test(trimmed)) return 'formula';
  if (!/[\p{L}\p{N}]/u.test(trimmed)) return 'no_number';
  const word = bare(trimmed);
  if (UNNUMBERED_DESIGNATOR.test(trimmed)) return 'designator';
  // "DNP (optional)", "not fitted - spare", "LM358 (DNP)".
  const first = bare(/^[^([{:;,–—]*(?=\s*[([{:;,–—])/u.exec(trimmed)?.[0] ?? trimmed.split(/\s[-/]\s/)[0] ?? '');
  const inBrackets = bare(/[([]([^()[\]]{2,40})[)\]]\s*$/.exec(trimmed)?.[1] ?? '');
  const parts = trimmed.split(/\s*[/,;|]\s*/);
  if (parts.length > 1 && parts.length <= 5 && areNotFitted(parts.map(bare))) return 'not_fitted';
  if ([word, first, inBrackets].some((one) => NOT_FITTED.has(one)) || isDotted(trimmed, 'nb')) return 'not_fitted';
  if (NO_NUMBER.has(word) && !NEEDS_POINTS.test(trimmed)) return 'no_number';
  const [beginning = ''] = trimmed.split(/\s[-–—]\s/);
  if (beginning !== trimmed && NO_NUMBER.has(bare(beginning))) return 'no_number';
  if (MAYBE_NOT_FITTED.has(word)) return 'not_fitted';
  if (NOTE.test(trimmed) || CJK_NOTE.test(trimmed) || isSupplied(trimmed)) return 'note';
  if (ANY_PART.has(word) || ANY_BEGINNING.test(trimmed)) return 'any_part';
  return areDesignators(trimmed) ? 'designator' : undefined;
}

/** "DNP/NC": one of them says it for sure. */
function areNotFitted(words: readonly string[]): boolean {
  return (
    words.some((word) => NOT_FITTED.has(word)) &&
    words.every((word) => NOT_FITTED.has(word) || MAYBE_NOT_FITTED.has(word))
  );
}

/** "any/0603", "cf.Fig2". */
function moreInPlain(text: string): NoPart | undefined {
  if (text.includes('/') && ANY_BEGINNING.test(text)) return 'any_part';
  return text.includes('.') && NOTE.test(text) ? 'note' : undefined;
}

/** "s.o." means "sans objet"; "SO" may be a number. */
const NEEDS_POINTS = /^(?:so|nvt)$/iu;

/** Returns whether no part is ever called like this, so that it needs no look-up. */
export function isCertain(kind: NoPart, text: string): boolean {
  if (kind === 'any_part' || kind === 'note' || MAYBE_NOT_FITTED.has(bare(text))) return false;
  return kind !== 'designator' || !ONE_DESIGNATOR.test(text.trim());
}

/** "Customer supplied", "wie oben", "fourni par le client": words without a number. */
const SUPPLIED =
  /(?<!\p{L})(?:customer|supplied|furnished|free[\s-]issue|consigned|as\s+above|see\s+above|same\s+as|ditto|dito|idem|kunden?|beigestellt\p{L}*|beistell\p{L}*|wie\s+oben|siehe\s+oben|kein\p{L}*\s+bauteil|client[es]?|fourni\p{L}*|ci-dessus|suministrad\p{L}*|proporcionad\p{L}*|arriba|fornit\p{L}*|come\s+sopra|客供|客户提供|支給品?|支給)(?!\p{L})/iu;

function isSupplied(text: string): boolean {
  return !/[0-9]/.test(text) && SUPPLIED.test(text);
}

/** "U?" is what a schematic has before its parts are numbered. */
const UNNUMBERED_DESIGNATOR = new RegExp(`^(?:${DESIGNATOR_LETTERS})\\?$`);

/** "C1, C2", "R1-R4", "U1..U3", "C1 C2"; one alone, too. */
function areDesignators(text: string): boolean {
  if (!DESIGNATOR_FIRST.test(text)) return false;
  const [first = '', ...others] = text.split(/\s*(?:[,;\s]|\.{2,}|[-–](?=[A-Z]))\s*/u).filter((part) => part !== '');
  if (others.length === 0) return LONE_DESIGNATOR.test(first);
  if (others.length > MAX_DESIGNATORS || !ONE_DESIGNATOR.test(first)) return false;
  return others.every((part) => ONE_DESIGNATOR.test(part));
}

function isDotted(text: string, letters: string): boolean {
  return foldText(text).replace(/\s/g, '') === [...letters].map((letter) => `${letter}.`).join('');
}

function bare(text: string): string {
  return foldText(normalizeText(text, 'NFKC')).replace(/[^\p{L}\p{N}]/gu, '');
}

export const NO_PART_TEXTS: Readonly<Record<NoPart, string>> = {
  not_fitted: 'the row is not fitted',
  no_number: 'the row has no number yet',
  note: 'a note stands in place of the number',
  any_part: 'the row takes any part and names none',
  formula: 'a formula or several values stand in place of the number',
  designator: 'reference designators stand in place of the number',
};
