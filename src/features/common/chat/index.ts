export { ChatButton } from './components/chat-button'
export { Count, UnreadCount } from './components/unread-count'
export { useChatNews, useUnread } from './hooks/use-chat-news'
