/**
 * Imported first: uPlot makes a number format of the browser's locale while it is loaded, and a name that is not a BCP 47 tag (`en-US@posix` under
 * LANG=C) would end the script there. The words and numbers of the dashboard are English wherever it is read, so its number formats are too.
 */
const { NumberFormat } = Intl;

Object.assign(Intl, {
  NumberFormat: new Proxy(NumberFormat, {
    construct: (_, [, options]: [unknown, Intl.NumberFormatOptions?]) => new NumberFormat('en-US', options),
  }),
});
