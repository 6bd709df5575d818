/** The member of cdk.context.json that says, with the stage's name at its end, that a stack refuses its deletion: `admin stage protect` writes it, the app reads it. */
export const PROTECTED_CONTEXT = 'product-data:protected:';
