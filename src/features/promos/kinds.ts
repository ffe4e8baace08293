/** Here, as the table needs no form. */
export const KINDS = ['flat', 'percentage'] as const
export const STATES = ['running', 'ended', 'used_up'] as const
