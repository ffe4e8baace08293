/** These lists have a file of their own, because the table needs them, but loads without the form. */
export const KINDS = ['flat', 'percentage'] as const
export const STATES = ['running', 'ended', 'used_up'] as const
