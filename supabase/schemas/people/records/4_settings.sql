-- Settings: the settings of the operator and the languages of the app.

create policy "admins change the settings" on public.settings for update to authenticated
  using ((select app.has_current_role('admin'))) with check ((select app.has_current_role('admin')));
create policy "admins add languages" on public.languages
  for insert to authenticated with check ((select app.has_current_role('admin')));
create policy "admins change languages" on public.languages for update to authenticated
  using ((select app.has_current_role('admin'))) with check ((select app.has_current_role('admin')));
create policy "admins delete languages" on public.languages for delete to authenticated
  using ((select app.has_current_role('admin')));
