export { getNotices, MOST_UNREAD, markRead, NOTICE_PAGE, type Notice, noticeKeys, useUnread } from './notice'
