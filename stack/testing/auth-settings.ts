/** Section of config.toml for tests: settings of Auth without waiting times, and with limits that refill within a millisecond. */
export const unlimited = `
[auth.email]
max_frequency = "0"
[auth.rate_limit]
email_sent = 1000
token_verifications = 10000000
token_refresh = 10000000
sign_in_sign_ups = 10000000
`
