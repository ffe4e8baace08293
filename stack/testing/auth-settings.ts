/** Section of config.toml for tests: settings of Auth without waiting times between mails. */
export const unlimited = `
[auth.email]
max_frequency = "0"
[auth.rate_limit]
email_sent = 1000
token_verifications = 1000
token_refresh = 1000
sign_in_sign_ups = 1000
`
