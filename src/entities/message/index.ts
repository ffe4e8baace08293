export { closeText, resendMessage } from './commands'
export { MailFrame } from './mail-frame'
