/**
 * Words of other languages and trade names, collected before any of them was searched for. No item is in their
 * languages, so none of them should be read as another word.
 */
export const FOREIGN_WORDS: readonly string[] = [
  // German
  ...'Drehzahlregler Gleichrichter Klemmleiste Kondensatoren Leiterplatte Messumformer Netzteil Schaltregler Sicherung Stecker Stromwandler Widerstand Verstärker Schalter'.split(
    ' ',
  ),
  // French
  ...'alimentation amplificateur bobine capteur condensateur convertisseur courant disjoncteur fusible interrupteur onduleur redresseur régulateur résistance tension variateur'.split(
    ' ',
  ),
  // Spanish and Portuguese
  ...'alimentación aislador bobina capacitancia condensador convertidor corriente diodo fuente interruptor regulador rectificador resistencia sensores tensión transistores'.split(
    ' ',
  ),
  // Italian
  ...'alimentatore amplificatore condensatore convertitore corrente diodi induttore interruttore isolatore morsetto raddrizzatore regolatore resistenza sensore tensione trasformatore'.split(
    ' ',
  ),
  // Dutch, Swedish, Danish, Polish, Czech, Finnish
  ...'condensator gelijkrichter schakelaar spanning versterker likriktare spänning strömbrytare förstärkare ensretter kondensator czujnik dioda przekaźnik rezystor stabilizator napětí usměrňovač tasasuuntaaja vahvistin'.split(
    ' ',
  ),
  // Trade names
  ...'CoolMOS Dynex Elpida Eupec Gowanda HexFET Lattice Legrand Mitsumi Panduit PolySwitch Rittal SuperFET Triquint Unitrode Varta Weidmüller Xicor'.split(
    ' ',
  ),
];
