/** Whether this browser has passkeys at all; an address without https has none. */
export const hasPasskeys = () => typeof globalThis.PublicKeyCredential === 'function'
