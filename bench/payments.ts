// Money by providers: from a provider's webhook to the ride that it pays. It takes about a minute.
import { measureWebhooks } from './payments/webhooks.ts'
import { report } from './report.ts'

report('payments', await measureWebhooks())
