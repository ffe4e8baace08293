/* Apart from the form's rules: the table needs these only. */

export const KINDS = ['flat', 'percentage'] as const

export const STATES = ['running', 'ended', 'used_up'] as const
