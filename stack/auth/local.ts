import { randomBytes } from 'node:crypto'

/**
 * Returns values for the `env()` names of config.toml that only make sense on this machine: the addresses of the hooks that
 * deliver codes, their random keys, and the address of the inbox. Variables of the shell replace those of the hooks.
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
