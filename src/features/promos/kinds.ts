/** In a file of its own, because the table loads without the form. */
export const KINDS = ['flat', 'percentage'] as const
export const STATES = ['running', 'ended', 'used_up'] as const
