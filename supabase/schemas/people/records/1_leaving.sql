-- Leaving: exports a person's data as JSON, and deletes a person.

create type public.leaving_wallet as (to_cards numeric, left_over numeric, can_ask boolean);
comment on type public.leaving_wallet is
  'Result of wallet_when_leaving: what goes back to cards, what remains in the wallet, and whether the office can be '
  'asked to pay it out.';

create type public.left_account as (is_deleted boolean, case_id uuid);
comment on type public.left_account is
  'Result of delete_my_account: whether the account was deleted, or the case in which the office pays out the wallet '
  'first.';
