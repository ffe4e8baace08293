import { randomBytes } from 'node:crypto'

/**
 * Returns the values that this machine gives to `env()` names in config.toml. They are the addresses of the hooks that deliver
 * codes, the random keys of these hooks, and the address of the inbox. For the hooks, variables of the shell are used instead
 * if they are set.
 *
 * @param inboxUrl Address of the inbox, to which the hooks deliver.
 */
export function localVariables(apiUrl: string, inboxUrl: string, env: NodeJS.ProcessEnv): Record<string, string> {
  const secrets = (name: string): string => env[name] || `v1,whsec_${randomBytes(32).toString('base64')}`
  return {
    SEND_EMAIL_HOOK_URI: env.SEND_EMAIL_HOOK_URI || `${apiUrl}/functions/v1/auth-email`,
    SEND_EMAIL_HOOK_SECRETS: secrets('SEND_EMAIL_HOOK_SECRETS'),
    SEND_SMS_HOOK_URI: env.SEND_SMS_HOOK_URI || `${apiUrl}/functions/v1/auth-sms`,
    SEND_SMS_HOOK_SECRETS: secrets('SEND_SMS_HOOK_SECRETS'),
    MAILPIT_URL: inboxUrl
  }
}
