-- Second factor of staff: who may switch it on, and how somebody gets back in who has lost theirs.

-- Only a person who has just used a second factor switches it on: otherwise a project whose Auth offers none would lock
-- everyone out.
create function app.tg_settings__own_factor_first() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null and not app.has_second_factor() then
    perform app.refuse('second_factor_needed', 403,
      'Set up your own second factor and sign in with it, then switch this on for everyone');
  end if;
  return new;
end $$;

create trigger settings__own_factor_first before update of staff_second_factor on public.settings
  for each row when (new.staff_second_factor and not old.staff_second_factor)
    execute function app.tg_settings__own_factor_first();
