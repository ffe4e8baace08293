import { Banknote, Wallet } from 'lucide-react'

export const paymentIcons = { cash: Banknote, wallet: Wallet }
