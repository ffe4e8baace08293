-- Own profile: names, contacts, language, picture and bank details, changed by their owner.

create table public.bank_details (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  bank_name text not null check (btrim(bank_name) <> '' and length(bank_name) <= 120),
  bank_code text not null default '' check (length(bank_code) <= 40),
  bank_account text not null check (length(bank_account) between 4 and 60),
  updated_at timestamptz not null default app.now()
);
call app.describe('public.bank_details', $$
  Bank account to which a person's withdrawals are paid. Only the person and admins can read it; fleet admins cannot.
  bank_code: BIC or sort code; empty if the account number is enough.
  bank_name: Name of the bank.
  bank_account: IBAN or account number, in upper case.
$$);
grant select on public.bank_details to authenticated;

alter table public.bank_details enable row level security;

create policy "people read their own bank details" on public.bank_details for select to authenticated
  using (user_id = (select auth.uid()));
