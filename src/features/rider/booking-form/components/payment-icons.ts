import { Banknote, CreditCard, Wallet } from 'lucide-react'

export const paymentIcons = { cash: Banknote, wallet: Wallet, card: CreditCard }
