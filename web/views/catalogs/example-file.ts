/**
 * An example file to try the check with, as purchasing departments have them: with an abbreviation, a row without a
 * manufacturer, a GTIN that a spreadsheet damaged, and a total.
 */

const ROWS = `Our number,Manufacturer,Part number,EAN,Description,Quantity
E-1,Texas Instruments,LM317T,,"Adjustable regulator, 1.5 A",40
E-2,TI,TLV75533PDBVR,,LDO 3.3 V,120
E-3,ST,L7805,,Regulator 5 V,60
E-4,,LM2576HVT-ADJ,,Step-down regulator 3 A,8
E-5,Bourns,CRM2512-FX-R010ELF,,Sense resistor 10 mOhm,16
E-6,Murata,GRM188R71C104KA01D,,Capacitor 100 nF,500
E-7,,,4.0000001E+13,Machine screw M4,200
,,,,Total,944
`;

export function exampleFile(): File {
  return new File([ROWS], 'Example list.csv', { type: 'text/csv' });
}
