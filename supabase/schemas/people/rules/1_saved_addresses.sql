-- Saved addresses: places where a rider has been, with a count, and named places such as home and work.

create function app.check_label(label text) returns text language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(btrim(check_label.label), '') = '' or length(btrim(check_label.label)) > 40 then
    perform app.refuse('address_invalid', 422, 'Give a name of up to 40 characters');
  end if;
  return btrim(check_label.label);
end $$;
