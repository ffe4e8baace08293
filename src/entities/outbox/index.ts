export { dropMessage, type QueuedMessage, queueAgain, queueMessage } from './outbox'
export { useOutbox, useOutboxSender } from './use-outbox'
