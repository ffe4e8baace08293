-- Saved cards: a provider's token for a card, stored with the consent of its owner, and what the owner sees of it.

create function app.max_cards() returns integer
language sql immutable set search_path = '' as $$ select 10 $$;
comment on function app.max_cards is
  'Maximum number of saved cards per person: people have few cards; more would be an attack.';

create function public.payment_card(payment_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('token', t.token, 'customer', t.customer_ref)
  from app.payment_cards c join app.card_tokens t on t.method_id = c.method_id
    where c.payment_id = payment_card.payment_id
$$;
comment on function public.payment_card is
  'The token of the saved card that pays a payment: {token, customer}. Null if the payment uses no saved card, or if '
  'the card was removed meanwhile.';
grant execute on function public.payment_card(uuid) to service_role;
