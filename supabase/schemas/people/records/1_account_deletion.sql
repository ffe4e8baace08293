-- Leaving: exports a person's data as JSON, and deletes a person.

create type public.wallet_at_deletion as (to_cards numeric, remaining_balance numeric, can_ask boolean);
comment on type public.wallet_at_deletion is
  'Result of wallet_at_deletion: what goes back to cards, what remains in the wallet, and whether the office can be '
  'asked to pay it out.';

create type public.deleted_account as (is_deleted boolean, case_id uuid);
comment on type public.deleted_account is
  'Result of delete_my_account: whether the account was deleted, or the case in which the office pays out the wallet '
  'first.';
