/**
 * The prefix, before the stage's name, of the member of cdk.context.json that protects a stack from deletion; `admin
 * stage protect` writes it.
 */
export const PROTECTED_CONTEXT = 'product-data:protected:';
