-- Card money in wallets: how much of a balance came from which card.

create function app.record_card_credit(transaction_id bigint, user_id uuid, kind text, amount numeric,
  payment_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not coalesce(record_card_credit.amount > 0, false) then return; end if;
  insert into app.card_credits (transaction_id, user_id, kind, amount, payment_id)
  values (record_card_credit.transaction_id, record_card_credit.user_id, record_card_credit.kind,
    record_card_credit.amount, record_card_credit.payment_id)
  on conflict on constraint card_credits_pkey do nothing;
end $$;
