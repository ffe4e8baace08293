-- Chargebacks: a customer's bank reverses a card payment.

-- Returns how much of a payment went to the customer's wallet: all of a top-up or of the payment of a debt, nothing of
-- a tip. For a booking it is what the booking added to the wallet, for example when a parcel paid by card was
-- cancelled. After a chargeback the customer has this money twice: from the bank and in the wallet.
create function app.wallet_part(payment public.payments) returns numeric
language sql stable security definer set search_path = '' as $$
  select case (payment).purpose when 'topup' then (payment).captured_amount when 'debt' then (payment).captured_amount
    when 'tip' then 0
    else greatest(0, (select coalesce(sum(e.amount), 0) from public.ledger_transactions t
      join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
      where t.booking_id = (payment).booking_id and a.name = 'wallet:' || (payment).customer_id
        and t.kind in ('wallet_payment', 'settlement', 'cancellation', 'fee_payment', 'late_payment', 'refund',
          'refund_failed', 'fare_change', 'fee_reversed', 'cash_difference', 'chargeback_lost'))) end
$$;
